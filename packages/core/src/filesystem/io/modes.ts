/**
 * The owner reads and writes, the group reads, others have no access; less the umask. A web server in the
 * process's group can therefore send blobs.
 */
export const FILE_MODE = 0o640
/** The same for directories. */
export const DIRECTORY_MODE = 0o750
