import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireTags } from '../model/assets/tags.ts'
import type { OwnData } from '../model/own-data/own-data.ts'
import { requireMetadata, requireOwnData } from '../model/own-data/own-data-check.ts'
import type { StagedFile } from '../ports/staging.ts'
import { answerOf } from './policy/answer-of.ts'
import type { PolicyFile } from './policy/upload-policy.ts'

/** What the app says about a file from its bytes and facts: see `AssetStoreOptions.describe`. */
export type DescribeFile = (
  file: StagedFile,
  facts: PolicyFile,
  options: { readonly signal?: AbortSignal },
) => Partial<OwnData> | Promise<Partial<OwnData>>

/** What the upload says about a file, completed by what the hook says. */
export async function describedOwnData(
  describe: DescribeFile | null,
  own: OwnData,
  file: StagedFile,
  { facts, signal }: { readonly facts: PolicyFile; readonly signal: AbortSignal },
): Promise<OwnData> {
  if (describe === null) return own
  const failure = 'The file could not be described. Try again.'
  const described = await answerOf(() => describe(file, facts, { signal }), signal, failure)
  try {
    const { title = null, alt, tags = [], metadata } = requireOwnData(Object(described))
    return {
      title: own.title ?? title,
      alt: { ...alt, ...own.alt },
      tags: requireTags('tags', [...own.tags, ...tags]),
      metadata: requireMetadata({ ...metadata, ...own.metadata }),
    }
  } catch (cause) {
    const message = `The describe hook gives what an asset cannot have. ${(cause as Error).message}`
    throw invalidArgument('describe', message, cause)
  }
}
