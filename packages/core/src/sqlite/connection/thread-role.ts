/** What a thread of SQLite does, as its `workerData`. */
export interface ThreadRole {
  readonly role: 'writer' | 'finder' | 'backup'
}
