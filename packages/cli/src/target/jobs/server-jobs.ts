import type { Client } from '@stowage/client'
import { answered, type Form, number, object, text, time, uuid, whole } from '../answered.ts'
import { allCursorPages, type CursorQuery } from '../answered-pages.ts'
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

/** The jobs of a service, for a caller who may manage. A service says neither their keys nor their errors. */
export function serverJobs({ jobs }: Client): JobsTarget {
  return {
    async *list(filter, signal) {
      const only = queryOf(filter)
      const ask = (query: CursorQuery) => jobs.list({ ...query, ...only }, { signal })
      for await (const job of allCursorPages(ask, { mayBeEmpty: true })) yield itemOfJob(job)
    },
    retry: (id, signal) => jobs.retry(id, { signal }),
    discard: (id, signal) => jobs.discard(id, { signal }),
  }
}

function queryOf({ kind, state: inState }: JobFilter) {
  return {
    ...(kind !== undefined && { 'filter[kind]': kind }),
    ...(inState !== undefined && { 'filter[state]': inState }),
  }
}

function itemOfJob(job: unknown): JobItem {
  const { id, attributes } = answered('a job', job, { id: uuid, attributes: object })
  return { id, ...answered('a job', attributes, ATTRIBUTES), key: null, error: null }
}
