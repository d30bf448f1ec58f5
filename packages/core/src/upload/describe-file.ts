import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS, type OwnData } from '../own-data/own-data.ts'
import { requireMetadata, requireOwnData } from '../own-data/own-data-check.ts'
import { MAX_TAGS, requireTags } from '../own-data/tags.ts'
import type { StagedFile } from '../staging/staging.ts'
import { answerOf } from './policy/answer-of.ts'
import type { PolicyFile } from './policy/upload-policy.ts'

/** The app's hook that describes a file from its bytes and facts: see `AssetStoreOptions.describe`. */
export type DescribeFile = (
  file: StagedFile,
  facts: PolicyFile,
  options: { readonly signal?: AbortSignal },
) => Partial<OwnData> | Promise<Partial<OwnData>>

const DESCRIPTION = knownOptions<OwnData>('What describe gives', OWN_OPTIONS)

/** The own data of the upload, completed by that of the hook. */
export async function describedOwnData(
  describe: DescribeFile | null,
  own: OwnData,
  file: StagedFile,
  { facts, signal }: { readonly facts: PolicyFile; readonly signal: AbortSignal },
): Promise<OwnData> {
  if (describe === null) return own
  const failure = 'The file could not be described. Try again.'
  const answer = await answerOf(() => describe(file, facts, { signal }), signal, failure)
  let described: Partial<OwnData>
  try {
    assertKnown(DESCRIPTION, Object(answer))
    described = requireOwnData(Object(answer))
  } catch (cause) {
    const message = `The describe hook gives what an asset cannot have. ${(cause as Error).message}`
    throw invalidArgument('describe', message, cause)
  }
  return {
    title: own.title ?? described.title ?? null,
    alt: fitting({ ...described.alt, ...own.alt }, own.alt, (alt) => requireOwnData({ alt }).alt),
    tags: requireTags('tags', [...own.tags, ...(described.tags ?? [])].slice(0, MAX_TAGS)),
    metadata: fitting({ ...described.metadata, ...own.metadata }, own.metadata, requireMetadata),
    focus: own.focus ?? described.focus ?? null,
  }
}

/** Both together if an asset may have that much, else only the upload's data. */
function fitting<Said>(both: Said, own: Said, check: (said: Said) => unknown): Said {
  try {
    check(both)
    return both
  } catch {
    return own
  }
}
