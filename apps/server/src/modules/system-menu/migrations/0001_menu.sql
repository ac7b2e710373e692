-- Menu: applications, items, their conditions, what tenants and operators changed of them, and what persons keep.

-- One row. Every writer of structure takes its lock, so that revisions become visible in their order.
CREATE TABLE system_menu_state (
  id smallint PRIMARY KEY CHECK (id = 1),
  revision bigint NOT NULL
);
INSERT INTO system_menu_state (id, revision) VALUES (1, 1);

CREATE TABLE system_menu_app (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  -- Null: shared by all tenants.
  tenant_identifier text,
  name text NOT NULL,
  display_name text NOT NULL,
  display_name_map jsonb NOT NULL,
  description text,
  icon text,
  path text,
  order_number integer NOT NULL,
  enabled boolean NOT NULL,
  authority_list jsonb NOT NULL,
  match_type text NOT NULL CHECK (match_type IN ('ANY', 'ALL')),
  system boolean NOT NULL,
  retired boolean NOT NULL,
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX system_menu_app_name ON system_menu_app (coalesce(tenant_identifier, ''), name) WHERE NOT deleted;
CREATE INDEX system_menu_app_revision ON system_menu_app (revision);

CREATE TABLE system_menu_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  tenant_identifier text,
  app_name_uuid uuid NOT NULL,
  parent_uuid uuid,
  name text NOT NULL,
  display_name text NOT NULL,
  display_name_map jsonb NOT NULL,
  description text,
  icon text,
  path text,
  external_url text,
  target text NOT NULL CHECK (target IN ('_self', '_blank')),
  order_number integer NOT NULL,
  enabled boolean NOT NULL,
  visible boolean NOT NULL,
  badge_code text,
  keyword_list jsonb NOT NULL,
  -- What the code of a module asks for; people write system_menu_authority.
  authority_list jsonb NOT NULL,
  match_type text NOT NULL CHECK (match_type IN ('ANY', 'ALL')),
  system boolean NOT NULL,
  retired boolean NOT NULL,
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX system_menu_item_name
  ON system_menu_item (app_name_uuid, coalesce(tenant_identifier, ''), name) WHERE NOT deleted;
CREATE INDEX system_menu_item_revision ON system_menu_item (revision);
CREATE INDEX system_menu_item_deleted ON system_menu_item (deleted_date) WHERE deleted;

-- One row a tenant and item; tenant null is the shared one. Removed rows stay: the version of the next one goes on from theirs.
CREATE TABLE system_menu_authority (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  tenant_identifier text,
  menu_item_uuid uuid NOT NULL,
  authority_list jsonb NOT NULL,
  match_type text NOT NULL CHECK (match_type IN ('ANY', 'ALL')),
  removed boolean NOT NULL,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamptz NOT NULL
);
CREATE UNIQUE INDEX system_menu_authority_item
  ON system_menu_authority (menu_item_uuid, coalesce(tenant_identifier, ''));
CREATE INDEX system_menu_authority_revision ON system_menu_authority (revision);

-- What a tenant changed of a shared record, or an operator (tenant null) of one that a module registered. Emptied, never deleted.
CREATE TABLE system_menu_overlay (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  tenant_identifier text,
  target_type text NOT NULL CHECK (target_type IN ('APP', 'ITEM')),
  target_uuid uuid NOT NULL,
  fields jsonb NOT NULL,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamptz NOT NULL
);
CREATE UNIQUE INDEX system_menu_overlay_target ON system_menu_overlay (target_uuid, coalesce(tenant_identifier, ''));
CREATE INDEX system_menu_overlay_revision ON system_menu_overlay (revision);

-- Versions of what a person keeps; its row is the lock under which that person's favorites are counted.
CREATE TABLE system_menu_user_state (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  favorites_version bigint NOT NULL,
  order_version bigint NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded)
);

CREATE TABLE system_menu_user_app_order (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  app_uuids uuid[] NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded)
);

CREATE TABLE system_menu_favorite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  username text NOT NULL,
  path text NOT NULL,
  menu_item_uuid uuid,
  display_name text,
  icon text,
  group_name text,
  order_number integer NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL
);
CREATE UNIQUE INDEX system_menu_favorite_path ON system_menu_favorite (tenant_identifier, username_folded, path);
-- Favorites of a deleted item are looked for by it.
CREATE INDEX system_menu_favorite_item ON system_menu_favorite (menu_item_uuid) WHERE menu_item_uuid IS NOT NULL;

-- Pages that a person opened last, one row a path.
CREATE TABLE system_menu_recent (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  path text NOT NULL,
  opened_date timestamptz NOT NULL,
  open_count integer NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded, path)
);
