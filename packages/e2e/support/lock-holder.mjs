// Run as a process of its own: node lock-holder.mjs <database file> <milliseconds>
// Holds SQLite's write lock for that long. Prints a line when it has the lock, and one when it has released it.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'

const [file, milliseconds] = process.argv.slice(2)
const database = new Database(file, { timeout: 10_000 })
database.exec('BEGIN IMMEDIATE')
console.log('held')
await sleep(Number(milliseconds))
database.exec('ROLLBACK')
console.log('released')
database.close()
