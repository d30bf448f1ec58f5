import type { Client } from '@stowage/client'
import {
  answered,
  type Form,
  listOf,
  number,
  object,
  oddAnswer,
  orNull,
  text,
  time,
  uuid,
  whole,
} from '../answered.ts'
import { PER_PAGE } from '../answered-pages.ts'
import {
  JOB_STATES,
  type JobFilter,
  type JobItem,
  type JobStateName,
  type JobsTarget,
} from '../target.ts'

const state: Form<JobStateName> = (value) => JOB_STATES.find((each) => each === value)

const ATTRIBUTES = {
  kind: text,
  state,
  priority: number,
  attempt: whole,
  max_attempts: whole,
  run_at: time,
  created_at: time,
}

const resources = listOf(object)

/** The jobs of a service, for a caller who may manage. A service says neither their keys nor their errors. */
export function serverJobs({ jobs }: Client): JobsTarget {
  return {
    async *list(filter, signal) {
      const query = queryOf(filter)
      for (let after: string | null = null; ; ) {
        const from = after === null ? {} : { 'page[after]': after }
        const page: unknown = await jobs.list({ ...query, ...from }, { signal })
        const { data, links } = answered('a page', page, { data: resources, links: object })
        for (const job of data) yield itemOfJob(job)
        const next = cursorOf(answered('a page', links, { next: orNull(text) }).next)
        if (next === null) return
        // Ids grow from page to page. Others might never end.
        if (after !== null && next <= after) throw oddAnswer('a page of jobs that leads back')
        after = next
      }
    },
    retry: (id, signal) => jobs.retry(id, { signal }),
    discard: (id, signal) => jobs.discard(id, { signal }),
  }
}

function queryOf({ kind, state: inState }: JobFilter) {
  return {
    'page[size]': PER_PAGE,
    ...(kind !== undefined && { 'filter[kind]': kind }),
    ...(inState !== undefined && { 'filter[state]': inState }),
  }
}

/** The cursor of a link. */
function cursorOf(link: string | null): string | null {
  if (link === null) return null
  const cursor = URL.canParse(link) ? new URL(link).searchParams.get('page[after]') : null
  const next = uuid(cursor)
  if (next === undefined) throw oddAnswer('a page of jobs whose `next` leads nowhere')
  return next
}

function itemOfJob(job: unknown): JobItem {
  const { id, attributes } = answered('a job', job, { id: uuid, attributes: object })
  return { id, ...answered('a job', attributes, ATTRIBUTES), key: null, error: null }
}
