// A store in PostgreSQL and S3, by the options and by the environment; the move there with `migrate`.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startCeph } from '../../../tooling/ceph.mjs'
import { startPostgres } from '../../../tooling/postgres-server.mjs'
import { objectsOf, run } from './command.mjs'
import { makeFiles } from './files.mjs'

const FILES = 40

export async function backendScenes({ report, directory }) {
  const postgres = await startPostgres()
  const ceph = process.env.S3_ENDPOINT ? null : await startCeph()
  try {
    const s3 = ceph ?? {
      endpoint: process.env.S3_ENDPOINT,
      accessKeyId: process.env.S3_ACCESS_KEY,
      secretAccessKey: process.env.S3_SECRET_KEY,
    }
    await scenes({ report, at: (name) => path.join(directory, 'backends', name), postgres, s3 })
  } finally {
    await ceph?.stop()
    await postgres.stop()
  }
}

async function scenes({ report, at, postgres, s3 }) {
  const bucket = `cli-${Date.now()}`
  await createBucket(s3, bucket)
  const env = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey }
  const place = { STOWAGE_POSTGRES: postgres.url, STOWAGE_S3: `${s3.endpoint}/${bucket}/media` }
  await makeFiles(at('files'), FILES)

  const early = await run(['ls', '--postgres', postgres.url, '--directory', at('early')])
  report.check('PostgreSQL without a store: exit 3', early.exitCode === 3, early.stderr.trim())
  const imported = await run(['import', at('files'), '--json'], { env: { ...env, ...place } })
  report.check(
    'import into PostgreSQL and S3, named by the environment',
    imported.exitCode === 0 && imported.stderr === '',
    imported.stderr.trim(),
  )
  const listed = await run(['ls', '--json'], { env: { ...env, ...place } })
  report.check('ls finds all there', objectsOf(listed.stdout).length === FILES)
  const got = await run(['get', '--extension', 'txt,bin', '-o', at('got')], {
    env: { ...env, ...place },
  })
  report.check(
    'get fetches them',
    got.exitCode <= 1 && !got.stderr.includes('    at '),
    got.stdout.trim(),
  )
  const doctor = await run(['doctor'], { env: { ...env, ...place } })
  const secret = new URL(postgres.url).password
  report.check(
    'doctor shows no password',
    doctor.exitCode === 0 && !doctor.stdout.includes(`:${secret}@`),
    doctor.stdout.split('\n').find((line) => line.includes('postgres')) ?? '',
  )
  const wrong = await run(['ls'], {
    env: { ...env, ...place, STOWAGE_POSTGRES: postgres.url.replace(/:[^:@/]+@/, ':wrong@') },
  })
  report.check(
    'a wrong password: exit 3, and it is not shown',
    wrong.exitCode === 3 &&
      wrong.stderr.includes('password authentication failed') &&
      !wrong.stderr.includes(':wrong@'),
    wrong.stderr.trim(),
  )
  await rm(at('got'), { recursive: true, force: true })
}

async function createBucket({ endpoint, accessKeyId, secretAccessKey }, bucket) {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
