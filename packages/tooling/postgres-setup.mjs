// Runs once before the tests of `@stowage/postgres`: they share one server, each in its own schema.
import { startPostgres } from './postgres-server.mjs'

export default async function setup(project) {
  const server = await startPostgres({ max_connections: 300 })
  project.provide('postgresUrl', server.url)
  // On our own server, schemas disappear with the server.
  project.provide('dropsSchemas', server.restart === null)
  return () => server.stop()
}
