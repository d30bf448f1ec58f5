/** Whether a verb may run while another process has the store open to change it, and why. */
export interface BesideOpenStore {
  /** `refused`: the verb finds out that another has it open, and changes nothing. `none`: it opens no store. */
  readonly beside: 'runs' | 'refused' | 'none'
  readonly why: string
}

const reads = (what: string): BesideOpenStore => ({ beside: 'runs', why: `only reads ${what}` })

const changes = (what: string): BesideOpenStore => ({
  beside: 'runs',
  why: `changes ${what}, as every process does that has the store open`,
})

/** Of each verb, and of each option that makes another thing of a verb. */
export const BESIDE_OPEN_STORE: Readonly<Record<string, BesideOpenStore>> = {
  serve: changes('what its requests ask for'),
  'keys create': changes('one record'),
  'keys list': reads('records'),
  'keys revoke': changes('the records that are named'),
  import: changes('what it stores, upload by upload'),
  'from-url': changes('what it stores, upload by upload'),
  export: reads('records and files; what others store meanwhile may be missing'),
  ls: reads('records'),
  search: reads('records'),
  show: reads('records'),
  get: reads('one file; a variant that is missing is made once'),
  replace: changes('one asset in one transaction'),
  versions: reads('records'),
  'restore-version': changes('one asset in one transaction'),
  trash: changes('assets in transactions of their own'),
  restore: changes('assets in transactions of their own'),
  'restore --backup': {
    beside: 'refused',
    why: 'makes a store, in an empty folder alone: an open store has its database there',
  },
  purge: changes('assets in transactions of their own; files go when no record has them'),
  usage: reads('counters'),
  audit: reads('records'),
  events: reads('records'),
  work: changes('what its jobs do; a job runs in one process at a time'),
  'jobs ls': reads('records'),
  'jobs retry': changes('the jobs that are named'),
  'jobs discard': changes('the jobs that are named'),
  'webhooks add': changes('one record'),
  'webhooks ls': reads('records'),
  'webhooks rm': changes('one record'),
  'webhooks ping': reads('records, and sends one message'),
  'webhooks replay': changes('one record'),
  'webhooks deliveries': reads('records'),
  'webhooks update': changes('one record'),
  'webhooks rotate': changes('one record'),
  'webhooks retry': changes('the deliveries that are named'),
  'tenants list': reads('records'),
  'tenants export': reads('one tenant, and writes an archive'),
  'tenants erase': {
    beside: 'runs',
    why: 'deletes the records of one tenant in steps, and only files that no record and no upload has',
  },
  'variants fill': changes('the records of pictures, and adds files'),
  verify: reads('records and files; a record that changed meanwhile is looked at once more'),
  'verify --repair': {
    beside: 'runs',
    why: 'puts aside only what no record and no upload has; a second repair waits for the first',
  },
  backup: {
    beside: 'runs',
    why: 'copies one state of the records, and pauses the deletion of files',
  },
  sweep: {
    beside: 'runs',
    why: 'deletes what no record and no living upload has; of two sweeps one does nothing',
  },
  migrate: {
    beside: 'runs',
    why: 'records take no change while they move, and stay closed at the old place afterwards',
  },
  'migrate --to-s3': {
    beside: 'refused',
    why: 'the records stay open while the files move: what others store at the old place would be missing',
  },
  'migrate --in-use': {
    beside: 'runs',
    why: 'the person says that all others open their files in both places',
  },
  'migrate --abandon': changes('the one record that says that the store moves'),
  doctor: reads('the store, and tries a bucket with an object of its own'),
  completion: { beside: 'none', why: 'prints a script' },
}
