import type { FileFacts } from '../analysis/analyzer.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { untilAborted } from '../intake/abortable.ts'
import type { StagedFile } from '../ports/staging.ts'

/** A file that a policy looks at: its facts, its sanitised name and its size in bytes. */
export interface PolicyFile extends FileFacts {
  readonly name: string
  readonly size: number
}

/**
 * What a scan says: store it; store it but hold it back (`processing`) until `store.settle` is called;
 * or refuse it. The reason of a refusal is shown to the client.
 */
export type ScanVerdict = 'accept' | 'hold' | { readonly reject: string }

/** The one policy, asked at every entry point. Each hook is optional. */
export interface Policy {
  /**
   * Which files are stored: media types (`image/png`, `image/*`), or a function. Default: all.
   * The type is the detected one, never the client's claim.
   */
  readonly allow?: readonly string[] | ((file: PolicyFile) => boolean | Promise<boolean>)
  /**
   * Bytes that a tenant's files and their variants may take in all, `null` for no limit. Checked in the
   * insert transaction of an upload; variants made on demand count, but are not refused.
   */
  readonly quota?: (tenant: string) => number | null | Promise<number | null>
  /** Looks at the bytes, for example with a virus scanner. When it throws, the upload fails as `unavailable`. */
  readonly scan?: (
    file: StagedFile,
    facts: PolicyFile,
    options: { readonly signal?: AbortSignal },
  ) => ScanVerdict | Promise<ScanVerdict>
}

/** Resolves to the status that the file starts with; rejects with `type_not_allowed` or `file_rejected`. */
export async function judge(
  policy: Policy,
  file: StagedFile,
  facts: PolicyFile,
  signal: AbortSignal | undefined,
): Promise<'ready' | 'processing'> {
  if (policy.allow !== undefined && !(await isAllowed(policy.allow, facts, signal))) {
    throw new StowageError(
      'type_not_allowed',
      `Files of type ${facts.mimeType} are not allowed here.`,
      {
        context: { mimeType: facts.mimeType },
      },
    )
  }
  if (policy.scan === undefined) return 'ready'
  const verdict = await scan(policy.scan, file, facts, signal)
  if (verdict === 'accept') return 'ready'
  if (verdict === 'hold') return 'processing'
  throw new StowageError('file_rejected', `The file was rejected: ${verdict.reject}`, {
    context: { reason: verdict.reject },
  })
}

/** What the quota hook says of the tenant; `null` without one. */
export async function quotaOf(policy: Policy, tenant: string): Promise<number | null> {
  const quota = (await policy.quota?.(tenant)) ?? null
  if (quota === null || quota >= 0) return quota
  throw new StowageError(
    'invalid_argument',
    'The quota hook must give bytes, or null for no limit.',
    {
      context: { argument: 'quota' },
    },
  )
}

async function isAllowed(
  allow: NonNullable<Policy['allow']>,
  facts: PolicyFile,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (typeof allow === 'function') return untilAborted(allow(facts), signal)
  return allow.some((pattern) =>
    pattern.endsWith('/*')
      ? facts.mimeType.startsWith(pattern.slice(0, -1))
      : facts.mimeType === pattern,
  )
}

async function scan(
  hook: NonNullable<Policy['scan']>,
  file: StagedFile,
  facts: PolicyFile,
  signal: AbortSignal | undefined,
): Promise<ScanVerdict> {
  try {
    const verdict = hook(file, facts, signal === undefined ? {} : { signal })
    return await untilAborted(verdict, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new StowageError('unavailable', 'The file could not be scanned. Try again.', { cause })
  }
}
