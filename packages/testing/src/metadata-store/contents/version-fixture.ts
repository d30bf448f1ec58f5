import type { Asset } from '@stowage/core'
import { blobKeysOf, type NewContent, UNKNOWN_FACTS, VERSIONS } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'
import { HOUR, newAsset } from '../fixture.ts'

const tenant = 'default'
/** Milliseconds. */
export const DAY: number = 24 * HOUR

/** Bytes of all versions of a tenant. */
export async function versionBytes({ assets }: MetadataStore, tenant: string): Promise<number> {
  const [versions] = await assets.usageOf({ tenant, parts: [VERSIONS] })
  return versions?.bytes ?? -1
}

/** A text of 300 bytes, whose blobs are not reserved. */
export function newContent(overrides: Partial<NewContent> = {}): NewContent {
  const { blobKey } = newAsset()
  return {
    name: null,
    ...UNKNOWN_FACTS,
    ...{ type: 'document', mimeType: 'text/plain', extension: 'txt', charset: 'utf-8' },
    ...{ size: 300, sha256: uuidv7().replaceAll('-', '').repeat(2) },
    status: 'ready',
    blobKey,
    variants: [],
    failedVariants: [],
    ...overrides,
  }
}

interface Replacing {
  readonly keepFor?: number
  readonly quota?: number | null
  readonly keyId?: string | null
  readonly ifMatch?: readonly string[]
  readonly scope?: { readonly createdBy: string | null }
}

/**
 * Reserves the blobs of the content, and gives the content to the asset. Blobs that nothing names are due after 10 s.
 */
export async function replace(
  metadata: MetadataStore,
  { id }: Pick<Asset, 'id'>,
  content: NewContent,
  { keepFor = DAY, quota = null, keyId = null, ...request }: Replacing = {},
): Promise<Asset> {
  await metadata.blobs.reserve(blobKeysOf(content), { lifetime: 100 * DAY })
  const version = { id: uuidv7(), keepFor }
  const change = { tenant, id, content, version, grace: 10_000, quota, keyId, ...request }
  return (await metadata.versions.replace(change)).asset
}

export function restore(
  metadata: MetadataStore,
  { id }: Pick<Asset, 'id'>,
  versionId: string,
): Promise<Asset> {
  const version = { id: uuidv7(), keepFor: DAY }
  const request = { tenant, id, versionId, version, grace: 10_000 }
  return metadata.versions.restore(request).then(({ asset }) => asset)
}
