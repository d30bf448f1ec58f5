import { parseTimestamp } from '@stowage/core/internal'
import type { ResumableUpload } from '@stowage/core/types'
import { formatHttpDate } from '../../http/headers/dates.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import type { UploadProtocol } from '../headers/protocol.ts'
import { concatText } from '../headers/upload-concat.ts'
import { noteOf } from './upload-note.ts'

/** The limits that an answer announces. */
export type AnnouncedLimits = Pick<RequestContext, 'limits' | 'store'>

/** What the headers of an upload depend on. */
interface Facts extends AnnouncedLimits {
  readonly upload: ResumableUpload
  readonly root: string
}

/** Each header that an upload has, and its value; `null`: this upload has none. */
const VALUES = {
  location: ({ root, upload }) => `${root}/uploads/${upload.id}`,
  'content-location': ({ root, upload: { assetId } }) =>
    assetId === null ? null : `${root}/assets/${assetId}`,
  'upload-offset': ({ upload }) => shownOffset(upload)?.toString() ?? null,
  'upload-length': ({ upload: { size } }) => size?.toString() ?? null,
  'upload-defer-length': ({ upload: { size, kind } }) =>
    size === null && kind !== 'final' ? '1' : null,
  'upload-expires': ({ upload: { expiresAt } }) => formatHttpDate(parseTimestamp(expiresAt) / 1000),
  'upload-limit': (facts) => `${limitsText(facts)}, max-age=${secondsLeft(facts.upload)}`,
  'upload-complete': ({ upload: { status } }) => (status === 'done' ? '?1' : '?0'),
  'upload-metadata': ({ upload }) => noteOf(upload).metadata ?? null,
  'upload-concat': ({ upload, root }) => {
    if (upload.kind === 'whole') return null
    if (upload.kind === 'partial') return 'partial'
    return concatText(upload.partials, noteOf(upload).prefix ?? null, root)
  },
} as const satisfies Record<string, (facts: Facts) => string | null>

type Name = keyof typeof VALUES
/** `created`: 201 of a creation. `appended`: of an append. `state`: of HEAD and GET. */
type Kind = 'created' | 'appended' | 'state'

const STATE: readonly Name[] = [
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-expires',
  'upload-limit',
  'upload-complete',
  'upload-metadata',
  'upload-concat',
  'content-location',
]

/** Which headers each answer carries, where the upload has them. */
const CARRIED: Readonly<Record<UploadProtocol, Readonly<Record<Kind, readonly Name[]>>>> = {
  tus: {
    created: ['location', 'upload-offset', 'upload-expires', 'upload-limit', 'content-location'],
    appended: ['upload-offset', 'upload-expires', 'content-location'],
    state: STATE,
  },
  ietf: {
    created: ['location', 'upload-offset', 'upload-expires', 'upload-limit', 'upload-complete'],
    appended: ['upload-offset', 'upload-expires', 'upload-limit', 'upload-complete'],
    state: STATE,
  },
}

/** The headers that this answer about an upload carries. */
export function uploadHeaders(
  protocol: UploadProtocol,
  kind: Kind,
  facts: Facts,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const name of CARRIED[protocol][kind]) {
    const value = VALUES[name](facts)
    if (value !== null) headers[name] = value
  }
  return headers
}

/**
 * How many bytes a client may be told of; `null` while the asset is being made: clients take an offset at the length for
 * success.
 */
export function shownOffset({ offset, status, kind }: ResumableUpload): number | null {
  if (status === 'finishing') return null
  return kind === 'final' && status !== 'done' ? null : offset
}

/** `Upload-Limit` without the lifetime of an upload. */
export function limitsText({ limits, store }: AnnouncedLimits): string {
  return `max-size=${store.view.limits.fileSize}, max-append-size=${limits.requestSize}`
}

function secondsLeft({ expiresAt }: ResumableUpload): number {
  return Math.max(0, Math.floor((parseTimestamp(expiresAt) / 1000 - Date.now()) / 1000))
}
