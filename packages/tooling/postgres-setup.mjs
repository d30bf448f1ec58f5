// Runs once before the tests of `@stowage/postgres`: they share one server, each in a schema of its own.
import { startPostgres } from './postgres-server.mjs'

export default async function setup(project) {
  const server = await startPostgres({ max_connections: 300 })
  project.provide('postgresUrl', server.url)
  // What is made on a server of our own goes with it.
  project.provide('dropsSchemas', server.restart === null)
  return () => server.stop()
}
