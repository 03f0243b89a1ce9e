import { expect, it } from 'vitest'
import { CHECKS } from '../../src/verify/checks/checks.ts'
import { BROKEN } from './broken.ts'

const PROMISES = Object.values(CHECKS).flatMap(checks => checks.map(({ promise }) => promise))
const SEEN = Object.values(BROKEN).flatMap(({ caught, shown = [] }) => [...caught, ...shown])

it('has a service that breaks it for every promise of the contract suite', () => {
  expect(PROMISES.filter(promise => !SEEN.some(beginning => promise.startsWith(beginning)))).toEqual([])
})

it('names each promise once, and a broken service names one promise at a time', () => {
  expect(PROMISES.filter((promise, at) => PROMISES.indexOf(promise) !== at)).toEqual([])
  const matched = (beginning: string) => PROMISES.filter(promise => promise.startsWith(beginning)).length
  expect(SEEN.filter(beginning => matched(beginning) !== 1)).toEqual([])
})
