// Opens stored secrets; a failure stops a start, or is reported where nothing is to be stopped.
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { SecretValue } from '../../../kernel/secrets/secret-value.ts';
import { type StoredValue, sealOwner } from '../system-setting.types.ts';
import type { OpenSecret } from './entry-table.ts';

/** Describes a secret that cannot be opened, without its content. */
function describeSecret({ code, scope, tenantIdentifier, sealed }: StoredValue): string {
  const where = scope === 'TENANT' ? ` of tenant ${tenantIdentifier}` : '';
  return `The secret ${code}${where} was sealed with the key "${sealed?.split('.', 1)[0]}" and does not open`;
}

export function createSecretOpener({ seal, log }: { readonly seal: Seal; readonly log: Logger }) {
  let settled = false;
  let collected: string[] | null = null;
  /**
   * Opens a secret; throws a sentence that names code and key until `settle` or `collect` was called; null afterwards.
   */
  const open: OpenSecret = (value) => {
    const { code, scope, tenantIdentifier, sealed } = value;
    const text = seal.open(sealed ?? '', sealOwner(code, scope, tenantIdentifier));
    if (text !== null) return new SecretValue(text);
    const sentence = `${describeSecret(value)}: give that key in KEELSON_SECRET_KEYS again.`;
    if (settled) log.error({ code, scope, tenantIdentifier }, describeSecret(value));
    else if (collected === null) throw new Error(sentence);
    else collected.push(sentence);
    return null;
  };
  return {
    open,
    /** Ends the start: a later failure is logged as an error. */
    settle(): void {
      settled = true;
    },
    /** Collects sentences instead of throwing them, until `settle`. */
    collect(): readonly string[] {
      collected = [];
      return collected;
    },
  };
}
