// Wires the keys that sign mails.
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { Senders } from '../sender/feature.ts';
import { createDkimHandlers } from './dkim.routes.ts';
import { createDkimService, createSigning, findPublishedKeys, keyOwner } from './dkim.service.ts';
import { sealedKeys } from './dkim.store.ts';

export type { PublishedKey, Signing } from './dkim.service.ts';

export interface DkimFeatureParts {
  readonly seal: Seal;
  readonly sealPurpose: string;
  readonly senders: Senders;
}

export function createDkimFeature(kernel: Kernel, { sealPurpose, ...parts }: DkimFeatureParts) {
  const { database, keys } = kernel;
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedKeys, database, keys, purpose: sealPurpose, ownerOf: keyOwner }),
  );
  return {
    handlers: createDkimHandlers(createDkimService({ ...kernel, ...parts })),
    api: {
      signing: createSigning({ ...kernel, ...parts }),
      publishedKeys: findPublishedKeys,
    },
  };
}
