import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { createActions, payForRings, setUpCheckout } from '#server/checkout/testing.ts'
import { findParcel } from '#server/fulfilment/parcels.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import { setUpOrderDesk } from './testing.ts'

const fixture = setUpCheckout()
const { send, actsOn } = setUpOrderDesk(fixture)
const { advance } = createActions(fixture)
const { pack, runTasks } = createParcelActions(fixture)

const requestAll = async (task: 'book' | 'label', numbers: readonly string[]) => {
  const { json } = await send('packer', 'POST', 'parcels/tasks', { task, numbers })
  // The clock of the desk is ahead.
  advance(HOUR_MS)
  await runTasks()
  return json.rejected
}
const print = (numbers: readonly string[]) => send('packer', 'POST', 'parcels/labels', { numbers })
const paidOrder = async () => (await payForRings(fixture, 1)).number

test('several parcels are booked and labelled independently: a rejected one does not stop the others', async () => {
  const packed = [await paidOrder(), await paidOrder()]
  for (const number of packed) await pack(number)
  const notPacked = await paidOrder()
  const numbers = [packed[0] ?? '', notPacked, packed[1] ?? '']
  const rejected = [{ number: notPacked, reason: 'This order is not packed yet.' }]
  for (const task of ['book', 'label'] as const)
    for (const _ of ['once', 'twice']) expect(await requestAll(task, numbers)).toEqual(rejected)
  for (const number of packed) {
    expect(await findParcel(fixture.db, number)).toMatchObject({ state: 'labelled' })
    expect(await actsOn(number)).toEqual(['requested booking', 'requested label'])
  }
  expect(await actsOn(notPacked)).toEqual([])
  expect(await requestAll('book', ['SJ-0000000000000000'])).toEqual([
    { number: 'SJ-0000000000000000', reason: 'There is no such order.' },
  ])
  expect(await requestAll('book', ['no number'])).toEqual([
    { number: 'no number', reason: 'There is no such order.' },
  ])
})

test('a parcel with a pending courier task is marked in the list until the task is done', async () => {
  const number = await paidOrder()
  await pack(number)
  const pendingTask = async (view: string) => {
    const { json } = await send('packer', 'POST', 'orders/search', { text: number, view, olderThan: null })
    return json.orders[0]?.pendingTask
  }
  expect(await pendingTask('to book')).toBeNull()
  await send('packer', 'POST', 'parcels/tasks', { task: 'book', numbers: [number] })
  expect(await pendingTask('to book')).toBe('book')
  advance(HOUR_MS)
  await runTasks()
  expect(await pendingTask('to book')).toBeUndefined()
  expect(await pendingTask('to hand over')).toBeNull()
})

test('booking another parcel loads only the data of its order that the page gets', async () => {
  const numbers = [await paidOrder(), await paidOrder(), await paidOrder()]
  for (const number of numbers) await pack(number)
  const statementsFor = async (some: readonly string[]) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await send('packer', 'POST', 'parcels/tasks', { task: 'book', numbers: some })
    const count = query.mock.calls.length
    query.mockRestore()
    return count
  }
  const [one, two] = [await statementsFor(numbers.slice(0, 1)), await statementsFor(numbers.slice(1))]
  expect(two - one).toBeLessThanOrEqual(12)
})

test('the labels of several parcels are one file, without parcels that have no label yet or have left', async () => {
  const numbers = [await paidOrder(), await paidOrder(), await paidOrder()]
  for (const number of numbers) await pack(number)
  expect((await print(numbers)).json).toMatchObject({ code: 'conflict' })
  const labelled = numbers.slice(0, 2)
  await requestAll('book', labelled)
  await requestAll('label', labelled)
  const { status, json } = await print(numbers)
  expect([status, json.leftOut]).toEqual([200, numbers.slice(2)])
  for (const url of [json.labelUrl, json.manifestUrl]) {
    const file = await (await fetch(url)).text()
    expect(labelled.every((number) => file.includes(number))).toBe(true)
  }
  expect((await send('packer', 'POST', `orders/${labelled[0]}/hand-over`)).status).toBe(200)
  expect((await print(numbers)).json.leftOut).toEqual([labelled[0], numbers[2]])
})
