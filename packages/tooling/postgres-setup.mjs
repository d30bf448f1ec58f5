// Runs once before the tests of `@stowage/postgres`: they share one server, each in its own schema.
import { startPostgres } from './postgres-server.mjs'

export default async function setup(project) {
  // No test here cuts the power: what a crash of the server alone leaves, it has without syncs too.
  const server = await startPostgres({ max_connections: 300, fsync: 'off' })
  project.provide('postgresUrl', server.url)
  // On our own server, schemas disappear with the server.
  project.provide('dropsSchemas', server.restart === null)
  return () => server.stop()
}
