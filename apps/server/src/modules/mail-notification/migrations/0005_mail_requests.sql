-- A uuid that a sender has chosen names one request, whether a mail or a group of them: of two at once, one is stored.
CREATE UNIQUE INDEX mail_request ON mail (tenant_identifier, coalesce(group_uuid, uuid)) WHERE request_hash IS NOT NULL;
