import type { AssetStore } from '@stowage/core'
import {
  callback,
  checkOptions,
  having,
  type OptionChecks,
  path,
  readTenant,
  required,
  writeArchiveFile,
} from '@stowage/core/internal'
import type { CallOptions } from '@stowage/core/types'
import { archivedTenant } from './archived-tenant.ts'
import { writeTar } from './write-tar.ts'

/** How far an export has come. */
export interface ExportProgress {
  /** Assets in the archive so far, including those in the trash. */
  readonly assets: number
  /** Bytes of their originals. */
  readonly bytes: number
}

/** Where an export goes. */
export interface ExportTenantOptions extends CallOptions {
  /** Path of the archive, which must not exist. The file appears only when the archive is complete. */
  readonly file: string
  /** Called after each asset. What it throws ends the export. */
  readonly onProgress?: (progress: ExportProgress) => void
}

const OPTIONS: OptionChecks<ExportTenantOptions> = {
  file: required(path),
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
}

/**
 * Writes all assets of a tenant, active and in the trash, with their records and folders, into one tar archive, the
 * oldest first. `fromArchive` reads it. Each asset is as it was when it was read; assets uploaded meanwhile may be
 * missing. The archive includes the attachments of active assets, and until when an asset is pending. It includes no
 * versions, keys, tickets, variants or audit entries.
 *
 * The file appears only when it is complete and durable. `invalid_argument` when there is no such tenant, when the
 * store is scoped, and when the file exists or cannot be created; `blob_damaged` with `context.id` when a stored file
 * is missing, or its length differs from its record.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { exportTenant } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const { assets } = await exportTenant(store, 'acme', { file: './acme.tar' })
 * console.log(`${assets} assets are in acme.tar`)
 * ```
 */
export async function exportTenant(
  store: AssetStore,
  tenant: string,
  options: ExportTenantOptions,
): Promise<ExportProgress> {
  checkOptions<ExportTenantOptions>('exportTenant', options, OPTIONS)
  const { file, onProgress, signal } = options
  const progress = { assets: 0, bytes: 0 }
  let thrown: { readonly error: unknown } | undefined

  function count(size: number): void {
    progress.assets += 1
    progress.bytes += size
    try {
      onProgress?.({ ...progress })
    } catch (error) {
      thrown = { error }
      throw error
    }
  }

  try {
    await readTenant(store, tenant, signal, (reader) =>
      writeArchiveFile(file, (target) =>
        writeTar(target, archivedTenant(store.for({ tenant }), reader, { progress, count })),
      ),
    )
    return progress
  } catch (error) {
    // What the app's own function throws is the app's error, so it stays as it is.
    throw thrown === undefined ? error : thrown.error
  }
}
