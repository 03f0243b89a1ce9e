/** What a plan says of members of a package that are copied as they are packed. */
import { nameShown } from '../bytes/zip/index.ts'
import { type Format, FormatError, type Open, type PackageEntry } from '../format.ts'

const MOST_NAMED = 5

/**
 * Which members cannot be unpacked to what the package says they are: pictures that are damaged, and bombs. Nobody reads them here, and the
 * result has them as its original does, so whoever opens it should know. Empty where there are none.
 * @throws {FormatError} as `scan`
 */
export async function remarksOnCopies({ packaging, traits }: Format, open: Open): Promise<readonly string[]> {
  // The files of a parcel speak for themselves.
  if (packaging === undefined || traits.holds_files) return []
  const broken: string[] = []
  for await (const entry of packaging.entries(open)) {
    if (entry.member !== undefined && !(await unpacks(entry))) broken.push(`“${nameShown(entry.member)}”`)
  }
  if (broken.length === 0) return []
  const more = broken.length - MOST_NAMED
  const named = `${broken.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const [is, it] = broken.length === 1 ? ['is', 'It is'] : ['are', 'They are']
  return [`In the file ${named} ${is} damaged, or larger than it says. ${it} not translated, and copied as before.`]
}

async function unpacks({ content }: PackageEntry): Promise<boolean> {
  try {
    for await (const _ of content);
    return true
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}
