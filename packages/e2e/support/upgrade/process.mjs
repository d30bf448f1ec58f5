// Opens a database of records with this release, which migrates it. Says each warning, then that it is done.
import { openSqliteMetadata } from '@stowage/core/sqlite'
import { openPostgresMetadata } from '@stowage/postgres'

const { file, url, schema } = JSON.parse(process.argv[2])
process.on('warning', ({ message }) => process.send?.({ warning: message }))
const metadata = file
  ? await openSqliteMetadata({ file })
  : await openPostgresMetadata({ connectionString: url, schema })
await metadata.close()
process.send?.({ done: true }, () => process.disconnect())
