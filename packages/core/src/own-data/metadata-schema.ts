import { isThenable, mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { Check } from '../options/check-options.ts'
import type { OwnData } from './own-data.ts'
import { OWN_DATA_LIMITS, requireMetadata } from './own-data-check.ts'

type Metadata = OwnData['metadata']

/**
 * What the `metadata` of assets must be: any validator with the interface of Standard Schema v1
 * (https://standardschema.dev), such as those of Zod, Valibot and ArkType.
 */
export interface MetadataSchema {
  readonly '~standard': {
    readonly version: 1
    /** The name of the library. */
    readonly vendor: string
    /**
     * Returns the value to store, or what is wrong with it and where (from the outside in). Clients are shown the
     * message. The store does not wait for a promise: it refuses one.
     */
    readonly validate: (value: unknown) =>
      | { readonly value: unknown; readonly issues?: undefined }
      | {
          readonly issues: readonly {
            readonly message: string
            readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
          }[]
        }
      | Promise<unknown>
  }
}

type MetadataAnswer = Exclude<ReturnType<MetadataSchema['~standard']['validate']>, Promise<unknown>>
type MetadataIssue = NonNullable<MetadataAnswer['issues']>[number]

/** The most characters of an issue that an error shows. */
const MAX_SHOWN = 300

/** The check of the option. It asks the schema once, so that most that need to be awaited are refused at the start. */
export const metadataSchemaOption: Check = (value, name) => {
  const standard = Object(Object(value)['~standard'])
  if (standard.version !== 1 || typeof standard.validate !== 'function') {
    throw mustBe(
      name,
      'a schema with the interface of Standard Schema v1, such as that of zod',
      value,
    )
  }
  let answer: unknown
  try {
    answer = standard.validate({})
  } catch {
    // It may throw for this value alone.
    return
  }
  assertAnswer(answer)
}

/** The same schema. What it throws goes to `onError`, and counts as its refusal of the metadata. */
export function reportingSchema(
  schema: MetadataSchema,
  onError: (error: unknown) => void,
): MetadataSchema {
  const { version, vendor } = schema['~standard']
  const validate: MetadataSchema['~standard']['validate'] = (value) => {
    try {
      return schema['~standard'].validate(value)
    } catch (error) {
      onError(error)
      return { issues: [{ message: 'The check of these metadata failed.' }] }
    }
  }
  return { '~standard': { version, vendor, validate } }
}

/**
 * The metadata as the schema returns it, checked again as what an asset may have. `invalid_argument` names the member
 * by the path of the first issue (`metadata.price`), and `context.reason` says what the schema says. It names
 * `describe` for a member that is not of the caller (`given`) but of that hook.
 */
export function requireFitting(
  schema: MetadataSchema | null,
  metadata: Metadata,
  given: Metadata = metadata,
): Metadata {
  if (schema === null) return metadata
  const answer = answerOf(schema, metadata)
  if (answer.issues === undefined) return returned(answer.value)
  const [first] = answer.issues
  const member = first === undefined ? undefined : memberOf(first)
  const isOfHook =
    member !== undefined && !Object.hasOwn(given, member) && Object.hasOwn(metadata, member)
  throw refused(first, isOfHook ? 'describe' : undefined)
}

/** The same for own data whose metadata are complete. */
export function fittingOwnData(
  schema: MetadataSchema | null,
  own: OwnData,
  given: Pick<OwnData, 'metadata'>,
): OwnData {
  if (schema === null) return own
  return { ...own, metadata: requireFitting(schema, own.metadata, given.metadata) }
}

/**
 * `invalid_argument` when the schema refuses a member that is there. Members that are missing may come later: from the
 * hook `describe`, or from the upload with a ticket.
 */
export function assertMembersFit(schema: MetadataSchema | null, metadata: Metadata): void {
  if (schema === null) return
  const { issues = [] } = answerOf(schema, metadata)
  const issue = issues.find((each) => {
    const member = memberOf(each)
    return member !== undefined && Object.hasOwn(metadata, member)
  })
  if (issue !== undefined) throw refused(issue)
}

function answerOf(schema: MetadataSchema, metadata: Metadata): MetadataAnswer {
  // A copy, because the caller's own must stay as it is.
  const answer = schema['~standard'].validate({ ...metadata })
  assertAnswer(answer)
  return answer
}

/** Refuses what is no answer, and a promise: an upload would wait for it without a limit. */
function assertAnswer(answer: unknown): asserts answer is MetadataAnswer {
  if (isThenable(answer)) {
    Promise.resolve(answer).catch(() => {})
    throw invalidArgument(
      'metadataSchema',
      'metadataSchema answers with a promise. Use a schema without asynchronous checks, and make those before the call.',
    )
  }
  if (typeof answer === 'object' && answer !== null) return
  throw invalidArgument(
    'metadataSchema',
    'metadataSchema answers with no object. Return { value } or { issues }, as Standard Schema v1 says.',
  )
}

/** The metadata that the schema returns. Those that it made too large are refused as those of the caller are. */
function returned(value: unknown): Metadata {
  try {
    return requireMetadata(value)
  } catch (cause) {
    if (isTooLarge(value)) throw refused({ message: (cause as Error).message })
    const message = `metadataSchema returns what an asset cannot have. ${(cause as Error).message}`
    throw invalidArgument('metadataSchema', message, cause)
  }
}

function isTooLarge(value: unknown): boolean {
  const { members, metadata } = OWN_DATA_LIMITS
  try {
    const isLong = Object.keys(Object(value)).length > members
    return isLong || Buffer.byteLength(JSON.stringify(value)) > metadata
  } catch {
    // It cannot be written as JSON.
    return false
  }
}

function refused(issue: MetadataIssue | undefined, blamed?: string): StowageError {
  const path = ['metadata', ...keysOf(issue)].join('.')
  const argument = blamed ?? path
  const reason = `${issue?.message ?? 'It does not fit.'}`.slice(0, MAX_SHOWN)
  const message = `${path} does not fit metadataSchema: ${reason}`
  return new StowageError('invalid_argument', message, { context: { argument, reason } })
}

function memberOf(issue: MetadataIssue): string | undefined {
  return keysOf(issue)[0]
}

function keysOf(issue: MetadataIssue | undefined): readonly string[] {
  return (issue?.path ?? []).map((each) => String(typeof each === 'object' ? each.key : each))
}
