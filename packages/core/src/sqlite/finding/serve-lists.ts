import type { MessagePort } from 'node:worker_threads'
import { listAudit } from '../audit/audit-reads.ts'
import { toStoreError } from '../connection/failure.ts'
import {
  openReadConnection,
  openReadOnlyConnection,
  type ReadConnection,
} from '../connection/read-connection.ts'
import { createReader, type Reader } from '../connection/reader.ts'
import { retryWhileBusy } from '../connection/retry.ts'
import { openerOf } from '../driver/driver.ts'
import { toPlainError } from '../writer/plain-error.ts'
import { findAssets } from './find-assets.ts'
import type { FinderReply, FinderRequest, FinderSetup, Search } from './finder-messages.ts'
import { ListTotals } from './list-totals.ts'

/** The most prepared statements kept: callers choose the forms of queries. */
const MAX_STATEMENTS = 256

function open({ file, found, readOnly }: FinderSetup): ReadConnection {
  const connect = readOnly ? openReadOnlyConnection : openReadConnection
  return connect(openerOf(found), file)
}

/** Returns the handler of requests until `close`. The first list opens the database. */
function serve(port: MessagePort, setup: FinderSetup): (request: FinderRequest) => void {
  const totals = new ListTotals()
  let reader: Reader | null = null

  async function answer(search: Search) {
    try {
      const { busyTimeout } = setup
      reader ??= createReader(
        await retryWhileBusy(busyTimeout, () => open(setup)),
        busyTimeout,
        MAX_STATEMENTS,
      )
      const found = await reader.read((sql) =>
        'list' in search ? findAssets(sql, search.list, totals) : listAudit(sql, search.audit),
      )
      port.postMessage({ found } satisfies FinderReply)
    } catch (error) {
      const failure = toPlainError(toStoreError(error))
      port.postMessage({ failure, opened: reader !== null } satisfies FinderReply)
    }
  }

  let last: Promise<void> = Promise.resolve()
  return (request) => {
    if (request !== 'close') {
      last = last.then(() => answer(request))
      return
    }
    void last.then(() => {
      reader?.close()
      port.postMessage({ closed: true } satisfies FinderReply)
    })
  }
}

/** Serves one database after the other, each from its setup to `close`. */
export function serveLists(port: MessagePort): void {
  let serving: ((request: FinderRequest) => void) | null = null
  port.on('message', (message: FinderSetup | FinderRequest) => {
    if (serving === null) {
      serving = serve(port, message as FinderSetup)
      return
    }
    serving(message as FinderRequest)
    if (message === 'close') serving = null
  })
}
