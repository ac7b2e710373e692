-- Second factors, the recovery codes beside them, and sign-ins that wait for their next step.

ALTER TABLE auth_user ADD COLUMN IF NOT EXISTS password_change_required boolean NOT NULL DEFAULT false;

CREATE TABLE auth_factor (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES auth_user (id),
  -- RECOVERY_CODE stands for the whole set of codes.
  type text NOT NULL CHECK (type IN ('TOTP', 'EMAIL', 'RECOVERY_CODE')),
  name text NOT NULL,
  -- Null until a code has proven it; then it counts.
  confirmed_date timestamptz,
  -- False after too many wrong codes in a row: still enrolled, so it is never skipped, but no code of it is taken.
  enabled boolean NOT NULL DEFAULT true,
  -- AES-GCM under the working key auth-totp.
  sealed_secret text,
  -- Step of the last code that was taken: no code works twice.
  last_step bigint,
  date_created timestamptz NOT NULL,
  last_used_date timestamptz,
  CONSTRAINT auth_factor_secret CHECK ((type = 'TOTP') = (sealed_secret IS NOT NULL))
);

CREATE INDEX auth_factor_user ON auth_factor (user_id);
CREATE INDEX auth_factor_unconfirmed ON auth_factor (date_created) WHERE confirmed_date IS NULL;
CREATE UNIQUE INDEX auth_factor_single ON auth_factor (user_id, type) WHERE type <> 'TOTP';

CREATE TABLE auth_recovery_code (
  factor_id bigint NOT NULL REFERENCES auth_factor (id) ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 9),
  hash text NOT NULL,
  pepper_key_id text,
  used_date timestamptz,
  PRIMARY KEY (factor_id, position)
);

-- Codes tried by a user, whatever challenge they came with; only success starts over.
CREATE TABLE auth_code_attempt (
  user_id bigint PRIMARY KEY REFERENCES auth_user (id),
  -- Times of the last hour.
  recent timestamptz[] NOT NULL,
  in_a_row integer NOT NULL
);

CREATE TABLE auth_challenge (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- base64url of SHA-256; the identifier itself is kept nowhere.
  identifier_hash text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES auth_user (id),
  step text NOT NULL CHECK (step IN ('CODE', 'NEW_PASSWORD', 'ENROLLMENT')),
  -- That of the user when the sign-in began; any other one ends the challenge.
  security_version integer NOT NULL,
  -- What was proven and asked for so far: methods, language, device, attributes, replaced session, delivery.
  flow jsonb NOT NULL,
  -- Usable second factors, strongest first; empty for the other steps.
  types text[] NOT NULL DEFAULT '{}',
  -- Keyed hash of the newest e-mailed code.
  code_hash text,
  code_expiry timestamptz,
  code_sent_date timestamptz,
  resend_count integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  -- Hash of the cookie that ties a sign-in by cookie to its browser.
  browser_hash text,
  -- AES-GCM; of the factor that is being enrolled.
  sealed_secret text,
  date_created timestamptz NOT NULL,
  expiry_date timestamptz NOT NULL
);

CREATE INDEX auth_challenge_user ON auth_challenge (user_id, id);
CREATE INDEX auth_challenge_expiry ON auth_challenge (expiry_date);
