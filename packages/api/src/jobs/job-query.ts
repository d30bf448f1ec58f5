import { JOB_KIND } from '@stowage/core/internal'
import type { ListJobsOptions } from '@stowage/core/types'
import { cursorSizeOf } from '../finding/list-request.ts'
import { invalidParameter, type Query } from '../http/query/query.ts'
import { JOB_STATES } from './job-schemas.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Which jobs a query asks for. Throws 400 `invalid_parameter`. */
export function jobsAskedFor({ given }: Query): ListJobsOptions & { readonly limit: number } {
  const [after, kind, state] = [
    given.get('page[after]'),
    given.get('filter[kind]'),
    given.get('filter[state]'),
  ]
  if (after !== undefined && !UUID.test(after)) {
    throw invalidParameter(
      'page[after]',
      'This is no cursor of this list. Follow its links, or start anew without it.',
    )
  }
  if (kind !== undefined && !JOB_KIND.test(kind)) {
    throw invalidParameter('filter[kind]', 'It must be the kind of a job, such as `send-mail`.')
  }
  return {
    limit: cursorSizeOf(given),
    ...(after !== undefined && { after }),
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state: stateOf(state) }),
  }
}

function stateOf(text: string): (typeof JOB_STATES)[number] {
  const state = JOB_STATES.find((each) => each === text)
  if (state !== undefined) return state
  throw invalidParameter('filter[state]', `It can be ${JOB_STATES.join(', ')}.`)
}
