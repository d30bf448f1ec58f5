import type { AssetStore } from '@stowage/core'
import type { ApiLimits } from '../../message/limits.ts'
import type { ApiRequest } from '../../message/request.ts'
import { CHECKSUMS } from '../headers/digests.ts'
import { isUploadPath } from '../headers/method.ts'
import { TUS_VERSION } from '../headers/protocol.ts'
import { limitsText } from './upload-headers.ts'

/** What of tus there is, besides its core. */
const EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'checksum',
  'expiration',
  'termination',
  'concatenation',
] as const

/** What every answer to a request of tus has, refusals included, except to `OPTIONS`. */
export function tusHeaders({
  method,
  path,
  headers,
}: ApiRequest): Readonly<Record<string, string>> | null {
  const isTus = headers['tus-resumable'] !== undefined && method !== 'OPTIONS'
  return isTus && isUploadPath(path) ? { 'tus-resumable': TUS_VERSION } : null
}

/** What `OPTIONS` tells of resumable uploads on this path; `null`: there are none. */
export function uploadOffer(
  path: string,
  store: AssetStore,
  limits: ApiLimits,
): Readonly<Record<string, string>> | null {
  const isUpload = isUploadPath(path)
  if (!(isUpload || path === '/api/v1/assets') || !store.uploads.isAvailable) return null
  return {
    'upload-limit': limitsText({ limits, store }),
    ...(isUpload && {
      'tus-version': TUS_VERSION,
      'tus-extension': EXTENSIONS.join(','),
      'tus-max-size': String(store.view.limits.fileSize),
      'tus-checksum-algorithm': Object.keys(CHECKSUMS).join(','),
    }),
  }
}
