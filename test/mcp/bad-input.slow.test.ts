import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { madeIn, startMcpWorld } from '../support/mcp.ts'

/** Mounts a disk of 64 kB; false where this user may not. */
function mountSmall(folder: string): boolean {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  return true
}

it('says that the disk is full, leaves no half file, and saves the same result elsewhere [MCP-10]', async ({
  skip,
}) => {
  const world = await startMcpWorld()
  const disk = join(world.folder, 'small')
  if (!mountSmall(disk)) skip('mounting a small disk needs root')
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const file_path = world.file('long.txt', 'Hello there, this goes on.\n\n'.repeat(4000))
  const { id: batch_id, approval } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
  await host.call('approve_batch', approval)
  const told = await host.call('get_result', { batch_id, wait_seconds: 45, save_to: join(disk, 'long.txt') })
  expect(told.failed, told.text).toBe(true)
  expect(told.text).toContain('file_error')
  expect(told.text).toContain('disk space')
  expect(readdirSync(disk)).toEqual([])
  const elsewhere = await host.call('get_result', { batch_id })
  expect(elsewhere.data).toMatchObject({ saved_to: join(world.folder, 'long.de.txt') })
})
