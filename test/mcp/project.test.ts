import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectOfFile } from '../../src/mcp/files/project.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { temporaryFolder } from '../support/world.ts'

/** A repository in a folder of this name, and a file deep in it. */
function repository(name: string, url?: string): string {
  const folder = join(realpathSync(temporaryFolder()), name)
  mkdirSync(join(folder, '.git'), { recursive: true })
  mkdirSync(join(folder, 'locales', 'web'), { recursive: true })
  const remote = url === undefined ? '' : `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n`
  writeFileSync(join(folder, '.git', 'config'), `[core]\n\tbare = false\n${remote}[branch "main"]\n`)
  const file = join(folder, 'locales', 'web', 'en.json')
  writeFileSync(file, '{"intro": "Read the first page of the manual before you begin."}')
  return file
}

it('is one in every clone of a repository, however it is fetched, and says no address and no credential [ENG-4]', async () => {
  const urls = [
    'https://github.com/acme/web-shop.git',
    'https://olga:s3cret@GitHub.com/acme/web-shop',
    'git@github.com:acme/web-shop.git',
    'ssh://git@github.com:22/acme/web-shop.git/',
  ]
  const labels = await Promise.all(urls.map((url, at) => projectOfFile(repository(`clone ${at}`, url))))
  expect(new Set(labels).size).toBe(1)
  expect(labels[0]).toMatch(/^web-shop-[0-9a-f]{10}$/)
  expect(await projectOfFile(repository('web-shop', 'https://github.com/other/web-shop.git'))).not.toBe(labels[0])
})

it('is the folder of the repository where that names no origin, else the folder of the file [ENG-4]', async () => {
  const file = repository('Straße 7')
  const label = await projectOfFile(file)
  expect(label).toMatch(/^Stra-e-7-[0-9a-f]{10}$/)
  expect(await projectOfFile(join(file, '..', '..', 'other.json'))).toBe(label)
})

it('is that of the folder around a work folder, for what is sent of a project without a repository [ENG-4]', async () => {
  const folder = realpathSync(temporaryFolder())
  const sent = (name: string) => join(folder, '.translation-mcp', 'deltas', name, 'wish', 'en.json')
  const label = await projectOfFile(join(folder, 'translation-mcp.json'))
  expect(await projectOfFile(sent('one'))).toBe(label)
  expect(await projectOfFile(sent('other'))).toBe(label)
  expect(await projectOfFile(join(folder, 'locales', 'en.json'))).not.toBe(label)
})

it('is that of the repository in a work tree of its own [ENG-4]', async () => {
  const file = repository('shop', 'https://github.com/acme/shop.git')
  const git = join(file, '..', '..', '..', '.git')
  mkdirSync(join(git, 'worktrees', 'side'), { recursive: true })
  writeFileSync(join(git, 'worktrees', 'side', 'commondir'), '../..\n')
  const side = join(realpathSync(temporaryFolder()), 'side')
  mkdirSync(side)
  writeFileSync(join(side, '.git'), `gitdir: ${join(git, 'worktrees', 'side')}\n`)
  expect(await projectOfFile(join(side, 'en.json'))).toBe(await projectOfFile(file))
})

it('comes with a file of this machine, and with nothing else [ENG-4]', async () => {
  const world = await startMcpWorld()
  const file = world.file('en.json', '{"intro": "Read the first page of the manual before you begin."}')
  const host = await world.open()
  await host.call('create_batch', { file_path: file, target_languages: ['de'] })
  await host.call('create_batch', { content: 'Read it.', filename: 'a.txt', target_languages: ['de'] })
  const rows = await world.db.selectFrom('batches').select('project').orderBy('id').execute()
  expect(rows.map(({ project }) => project)).toEqual([await projectOfFile(file), null])
})
