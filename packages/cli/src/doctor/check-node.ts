import { type Finding, failing, fine, warning } from './finding.ts'

/** The oldest Node on which the packages run. */
const OLDEST = [20, 19] as const
/** The first major whose AWS SDK of 2027 still gets new versions. */
const FOR_S3 = 22

/** Whether the packages run on this Node. */
export function checkNode(version: string, usesS3: boolean): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const name = `Node ${version}`
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return failing(name, 'is too old', `Install Node ${OLDEST.join('.')} or newer.`)
  }
  if (usesS3 && major < FOR_S3) {
    const todo = `Keep @aws-sdk/* below its versions of 2027, or install Node ${FOR_S3}.`
    return warning(name, 'gets no new versions of the AWS SDK from 2027 on', todo)
  }
  return fine(name, '')
}
