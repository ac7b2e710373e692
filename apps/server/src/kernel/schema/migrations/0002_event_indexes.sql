-- Ways to read events: by time and by whom they concern within a tenant, and in the order of their commits.

CREATE INDEX kernel_event_tenant ON kernel_event (tenant_identifier, recorded_at DESC, id DESC);
CREATE INDEX kernel_event_subject ON kernel_event (tenant_identifier, subject, recorded_at DESC, id DESC);
CREATE INDEX kernel_event_commit ON kernel_event (xid, id);
