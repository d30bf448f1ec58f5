import { PROBLEMS, type ProblemCode } from './api-error-codes.ts'

/** Which part of the request is to blame: a place in the JSON body, a parameter or field, or a header. */
export type ProblemSource =
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }

/** One thing that is wrong with a request. */
export interface Problem {
  readonly code: ProblemCode
  /** What to do about it. Never a path of ours, a stack, SQL or a key. */
  readonly detail: string
  readonly source?: ProblemSource
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Thrown anywhere in the API to answer with problems. The status is that of the first. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly problems: readonly [Problem, ...Problem[]]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    problems: readonly [Problem, ...Problem[]],
    headers: Readonly<Record<string, string>> = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(problems[0].detail, options)
    this.status = PROBLEMS[problems[0].code].status
    this.problems = problems
    this.headers = headers
  }
}

/** An `HttpProblem` that consists of one problem. */
export function problem(
  code: ProblemCode,
  detail: string,
  { source, meta }: Pick<Problem, 'source' | 'meta'> = {},
): HttpProblem {
  return new HttpProblem([{ code, detail, ...(source && { source }), ...(meta && { meta }) }])
}
