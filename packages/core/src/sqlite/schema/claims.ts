/**
 * What version 2 adds so that an erasure waits for the files of its tenant alone. `tenant_id`: whose record named the
 * blob that is claimed. Empty for what no record named, and for what an earlier release claimed: that may be anybody's.
 */
export const CLAIMS = 'ALTER TABLE blobs ADD COLUMN tenant_id INTEGER;'
