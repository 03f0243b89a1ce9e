// Run by `npm version`: writes the new version of package.json wherever versions.json says that it stands. The change is a part of the commit
// that npm makes. CHANGELOG.md is written by hand: a test finds it without the version.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = name => readFileSync(`${root}${name}`, 'utf8')
const { version } = JSON.parse(read('package.json'))
const places = Object.entries(JSON.parse(read('.ci/versions.json')))
const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

for (const [name, texts] of places) {
  const after = texts.reduce((before, text) => {
    const pattern = new RegExp(escaped(text).replace(escaped('{version}'), String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`), 'g')
    return before.replace(pattern, () => text.replace('{version}', version))
  }, read(name))
  writeFileSync(`${root}${name}`, after)
}
execFileSync('git', ['add', '--', ...places.map(([name]) => name)], { cwd: root })
