-- Who invited finds his events by the folded name, and they follow him to another one.
CREATE INDEX mail_calendar_event_owner ON mail_calendar_event (tenant_identifier, created_by_folded, start_date, id);
