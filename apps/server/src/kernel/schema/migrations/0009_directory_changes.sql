-- What is left to a job of a tenant that was deleted, or of a person with another name: in the tables of one module, in their order.
CREATE TABLE kernel_directory_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module text NOT NULL,
  tenant_identifier text NOT NULL,
  -- All three are null where the tenant was deleted.
  previous_folded text,
  username text,
  username_folded text
);
