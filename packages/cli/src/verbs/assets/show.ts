import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../../exit/explain-error.ts'
import { printable } from '../../output/printable.ts'
import { formatAge, formatBytes, formatDuration } from '../../output/quantities.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import type { Target } from '../../target/target.ts'
import { dimensionsOf } from './asset-table.ts'

const WIDTH = 12
const MAX_EXTERNAL_ID = 255

/** `stowage show` */
export const defineShow: DefineVerb = (perform) =>
  describe('show', 'Says all that is known of files.', [
    ['show 0199c0de-0000-7000-8000-000000000001', 'one file'],
    ['show $(stowage ls -q --tag beach)', 'several'],
    ['show --json <id> | jq .sha256', 'for a program'],
  ])
    .argument('<ids...>', 'ids, as "stowage ls" shows them, or what another system calls the files')
    .action(perform('show', show))

async function show(
  run: Run,
  _options: object,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const target = await run.open('read')
  let exitCode: ExitCode | undefined
  for (const [index, id] of operands.flat().entries()) {
    try {
      const asset = (await byExternalId(target, id, signal)) ?? (await target.get(id, signal))
      const folder = await folderOf(target, asset, signal)
      output.record({ ...asset, folder })
      if (index > 0) output.result('')
      for (const line of linesOf(asset, folder)) output.result(line)
    } catch (error) {
      if (signal.aborted || isUnreachable(error)) throw error
      output.error(`${id}: ${wordsOf(error)}`, { id })
      exitCode = EXIT.refused
    }
  }
  return exitCode
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The asset with this external id; `null` when there is none, or when the text looks like an id of the store. */
async function byExternalId(
  target: Target,
  id: string,
  signal: AbortSignal,
): Promise<AssetItem | null> {
  if (UUID.test(id) || id.length > MAX_EXTERNAL_ID) return null
  for await (const asset of target.find({ filter: { externalId: [id] } }, signal)) return asset
  return null
}

async function folderOf(
  target: Target,
  { folder_id }: AssetItem,
  signal: AbortSignal,
): Promise<string | null> {
  return folder_id === null ? null : (await target.folder(folder_id, signal)).path.join('/')
}

/** A name, and what it says; `null`: not shown. */
type Line = readonly [name: string, value: string | null]

function linesOf(asset: AssetItem, folder: string | null): string[] {
  const { alt, metadata, duration_seconds: duration } = asset
  const facts: readonly Line[] = [
    ['name', asset.name],
    ['id', asset.id],
    ['public id', asset.public_file_id],
    ['external id', asset.external_id],
    ['type', `${asset.type}, ${asset.mime_type}`],
    ['size', `${formatBytes(asset.size)} (${asset.size} bytes)`],
    ['dimensions', dimensionsOf(asset)],
    ['duration', duration === null ? null : formatDuration(duration)],
    ['pages', asset.facts?.page_count == null ? null : String(asset.facts.page_count)],
    ...wordsOfFacts(asset.facts),
    ['status', asset.status === 'ready' ? null : asset.status],
    ['folder', folder],
    ['title', asset.title],
    ...Object.entries(alt).map(([language, text]) => [`alt (${language})`, text] as const),
    ['tags', asset.tags.join(', ')],
    ['focus', asset.focus === null ? null : `${asset.focus.x} ${asset.focus.y}`],
    ...Object.entries(metadata).map(
      ([name, value]) => [`· ${name}`, JSON.stringify(value)] as const,
    ),
    ['favourite', asset.is_favourite ? 'yes' : null],
    ['created', `${asset.created_at} (${formatAge(asset.created_at)})`],
    ['created by', asset.created_by],
    ['updated', asset.updated_at === asset.created_at ? null : asset.updated_at],
    ['trashed', asset.trashed_at],
    ['sha256', asset.sha256],
  ]
  return facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${printable(name).padEnd(WIDTH)} ${printable(value ?? '')}`)
}

/** What a photo says of itself. */
function wordsOfFacts(facts: AssetItem['facts']): readonly Line[] {
  if (facts === null) return []
  const { exposure, aperture, iso, focal_length: focalLength, location } = facts
  const taken = [
    exposure === null ? null : formatExposure(exposure),
    aperture === null ? null : `f/${rounded(aperture)}`,
    iso === null ? null : `ISO ${rounded(iso)}`,
    focalLength === null ? null : `${rounded(focalLength)} mm`,
  ]
  return [
    ['taken', facts.taken_at],
    ['camera', facts.camera],
    ['lens', facts.lens],
    ['exposure', taken.filter((each) => each !== null).join(', ')],
    ['location', location === null ? null : `${location.latitude}, ${location.longitude}`],
    ['caption', facts.caption],
    ['copyright', facts.copyright],
    ['keywords', facts.keywords.join(', ')],
  ]
}

/** `1/250 s`, `2.5 s`. */
function formatExposure(seconds: number): string {
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds)} s`
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
