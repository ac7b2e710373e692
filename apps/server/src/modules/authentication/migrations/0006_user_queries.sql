-- Indexes for pages of users whose filter leaves few of many.

-- Of users who live elsewhere: pages of them would else read everybody.
CREATE INDEX auth_user_source ON auth_user (tenant_identifier, source, username_folded, id)
  WHERE source <> 'LOCAL' AND NOT deleted;

-- Holders of a role or authority are looked up here by the thousand, without a page of the table for each.
CREATE INDEX auth_user_listed ON auth_user (id) INCLUDE (tenant_identifier, username_folded) WHERE NOT deleted;
