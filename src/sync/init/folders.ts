/** Which folders of a repository count: those of dependencies and of what was built do not, and those of tests are said by name. */
import { folderOf, type Repository } from './proposal.ts'

/** Folders of other people's files, or of files that a program made. Those that begin with a dot are, too. */
const NOT_OURS: ReadonlySet<string> = new Set(
  'node_modules bower_components vendor third_party Pods site-packages venv dist build out target coverage __pycache__'.split(
    ' ',
  ),
)
const OF_TESTS: ReadonlySet<string> = new Set(
  'test tests __tests__ spec specs fixture fixtures __fixtures__ testdata test-data e2e cypress mocks __mocks__ androidTest example examples samples'.split(
    ' ',
  ),
)

/** True for a path below a folder of dependencies, of what was built, or of a program's own. */
export function isForeign(folder: string): boolean {
  return folder.split('/').some(name => NOT_OURS.has(name) || /^\.[^.]/.test(name))
}

/** The folder of tests or examples that a folder is, or is in; undefined where it is in none. */
export function testFolder(folder: string): string | undefined {
  const names = folder.split('/')
  const at = names.findIndex(name => OF_TESTS.has(name))
  return at < 0 ? undefined : names.slice(0, at + 1).join('/')
}

/** Files that make their folder a package, or an app of its own. */
const OF_PACKAGES = [
  'package.json',
  'pubspec.yaml',
  'Gemfile',
  'composer.json',
  'pyproject.toml',
  'settings.gradle',
  'settings.gradle.kts',
]

/** The nearest folder of a package around a folder; the top where there is none. */
export function packageOf(folder: string, repository: Repository): string {
  for (let at = folder; at !== ''; at = folderOf(at)) {
    if (OF_PACKAGES.some(name => repository.has(`${at}/${name}`))) return at
  }
  return ''
}
