-- Counters of failed attempts by name and address, devices, and captchas that were used.

-- By name (known to the directory or not) or by known device. A row exists only while there is something to count.
CREATE TABLE auth_attempt (
  -- HMAC of what is counted: people type passwords into the field of the name, so no typed name is kept.
  key_hash bytea PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  last_failure_date timestamptz,
  -- When each attempt that is being checked was reserved; one that is not settled within a minute is a failure.
  pending_dates timestamptz[] NOT NULL DEFAULT '{}',
  updated_date timestamptz NOT NULL
);

CREATE INDEX auth_attempt_updated ON auth_attempt (updated_date);

-- Unlogged: after a crash of the database the windows of addresses begin anew; the counters above remain.
CREATE UNLOGGED TABLE auth_address_counter (
  -- An IPv4 address or the first 64 bits of an IPv6 one.
  address text PRIMARY KEY,
  window_start timestamptz NOT NULL,
  window_failures integer NOT NULL,
  day_start timestamptz NOT NULL,
  day_failures integer NOT NULL
);

CREATE INDEX auth_address_counter_day ON auth_address_counter (day_start);

CREATE TABLE auth_captcha_used (
  nonce bytea PRIMARY KEY,
  expiry_date timestamptz NOT NULL
);

CREATE INDEX auth_captcha_used_expiry ON auth_captcha_used (expiry_date);

-- Browsers that a user signed in from.
CREATE TABLE auth_device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES auth_user (id),
  -- base64url of SHA-256 of the cookie.
  device_hash text NOT NULL UNIQUE,
  name text NOT NULL,
  ip_address text NOT NULL,
  first_used_date timestamptz NOT NULL,
  last_used_date timestamptz NOT NULL,
  -- Until then the second factor is not asked for on this device; null: always asked.
  remembered_until_date timestamptz,
  expiry_date timestamptz NOT NULL,
  -- After too many failures on this device; apart from that of the password, which holds for all other devices.
  password_disabled boolean NOT NULL DEFAULT false
);

CREATE INDEX auth_device_user ON auth_device (user_id, last_used_date);
CREATE INDEX auth_device_expiry ON auth_device (expiry_date);

-- Failed attempts since the last sign-in, from any device; shown to the user at the next one.
ALTER TABLE auth_password ADD COLUMN failed_attempt_count integer NOT NULL DEFAULT 0;

-- End of the lock that the last failure on an unknown device began: for administrators, who cannot find a name's counter.
ALTER TABLE auth_password ADD COLUMN locked_until_date timestamptz;
CREATE INDEX auth_password_locked ON auth_password (user_id) WHERE disabled OR locked_until_date IS NOT NULL;
