import type { ImportAttachment } from '../entries/entry.ts'
import { ManifestError } from '../rows/manifest-error.ts'

/** Characters of a line: more than any attachment needs. */
const MAX_LINE = 64 * 1024

/** The attachments in a part of an archive, one a line. A `ManifestError` for a line that is not an attachment. */
export async function* attachmentsIn(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  ids: 'keep' | 'new',
): AsyncGenerator<ImportAttachment> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield attachmentOf(file, line, ids)
    if (rest.length > MAX_LINE) throw noAttachment(file)
  }
  if (rest !== '') yield attachmentOf(file, rest, ids)
}

/** Says that an asset belonged to a record of the app. With new ids, names the asset by its external id. */
function attachmentOf(file: string, line: string, ids: 'keep' | 'new'): ImportAttachment {
  let members: unknown
  try {
    members = JSON.parse(line)
  } catch {}
  const attachment = Object(members) as Readonly<Record<string, unknown>>
  const { type, id, field = '', assetId, externalId } = attachment
  const texts = [type, id, field, assetId, externalId ?? '']
  if (texts.some((text) => typeof text !== 'string')) throw noAttachment(file)
  const owner = { type: String(type), id: String(id), field: String(field) }
  return ids === 'keep'
    ? { owner, id: String(assetId) }
    : { owner, externalId: String(externalId ?? assetId) }
}

function noAttachment(file: string): ManifestError {
  return new ManifestError(
    `${file} has a line in attachments that is no attachment: it is damaged. Export the tenant again.`,
  )
}
