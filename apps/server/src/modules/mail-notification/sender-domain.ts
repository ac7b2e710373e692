// Answers who mails of a tenant come from where nothing else is set.

/** Is the host of the public address where it can receive answers; else a name that no mail server takes. */
export function senderDomain(publicUrl: string | null): string {
  const host = publicUrl === null ? '' : new URL(publicUrl).hostname;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) ? host : 'keelson.invalid';
}

export function defaultSenderOf(publicUrl: string | null): string {
  return `no-reply@${senderDomain(publicUrl)}`;
}
