/** The part of Shiprocket's API that the shop calls: login and serviceability here, parcels in parcel-api.ts. */
import { createHmac } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { likelyStateOf } from '#domain/pincode.ts'
import { DAY_MS, INDIA_TIME_ZONE } from '#domain/time.ts'
import { SHIPROCKET_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Faults } from '#sandbox/faults.ts'
import { isSameSecret, jwtSigningInput, readJson, sleep, type Env } from '#sandbox/http.ts'
import { chargedHalfKilograms, COURIERS, transitDays, rateRupees, type Courier } from './couriers.ts'
import { parcelApi } from './parcel-api.ts'
import type { Parcels } from './parcels.ts'
import { cityOf, isAirOnly, isServiceable, zoneOf, type Zone } from './places.ts'

const TOKEN_EXPIRES_S = 240 * 3600
const TOKEN_KEY = 'sandbox-token-key-not-a-secret'

export function shiprocketApi({ faults, parcels }: ShiprocketDeps): Hono<Env> {
  const api = new Hono<Env>()

  api.use(async (c, next) => {
    const targets = [c.req.query('delivery_postcode') ?? 'login']
    if (faults.shouldInject('courier-slow', targets)) await sleep(faults.settings().timing.slowMs)
    if (faults.shouldInject('courier-5xx', targets)) {
      return c.json({ message: 'Server Error', status_code: 500 }, 500)
    }
    await next()
  })

  api.post('/auth/login', async (c) => {
    const body = await readJson(c)
    const [email, password] = [textField(body, 'email'), textField(body, 'password')]
    if (!email || !password)
      return missingFields(c, [email ? [] : 'email', password ? [] : 'password'].flat())
    if (email !== SHIPROCKET_CREDENTIALS.email || password !== SHIPROCKET_CREDENTIALS.password) {
      return c.json({ message: 'Invalid email and password combination', status_code: 400 }, 400)
    }
    return c.json({
      id: 4200001,
      first_name: 'API',
      last_name: 'USER',
      email,
      company_id: 4100001,
      created_at: '2026-01-15 11:20:05',
      token: createToken(Math.floor(Date.now() / 1000)),
    })
  })

  for (const path of ['/courier/serviceability', '/courier/serviceability/']) {
    api.get(path, (c) => {
      const query = c.req.query()
      const targets = [query.delivery_postcode ?? '']
      const status = faults.shouldInject('courier-token-expired', targets)
        ? 'expired'
        : tokenStatus(c.req.header('authorization'))
      if (status === 'expired') return c.json({ message: 'Token has expired', status_code: 401 }, 401)
      if (status === 'invalid') return c.json({ message: 'Unauthenticated.', status_code: 401 }, 401)
      const missing = ['pickup_postcode', 'delivery_postcode', 'weight', 'cod'].filter(
        (field) => !query[field],
      )
      if (missing.length > 0) return missingFields(c, missing)
      const { pickup_postcode: from = '', delivery_postcode: to = '', weight } = query
      const kilograms = Number(weight)
      if (!Number.isFinite(kilograms) || kilograms <= 0) {
        return invalidWeight(c)
      }
      if (from.length !== 6 || to.length !== 6) return notServiceable(c, 'Length mismatch')
      if (!isServiceable(from)) return notServiceable(c, 'Pickup postcode not serviceable')
      if (!isServiceable(to) || faults.shouldInject('courier-no-service', targets)) {
        return notServiceable(c, 'Delivery postcode not serviceable')
      }
      const couriers = faults.shouldInject('courier-empty', targets) ? [] : COURIERS
      return c.json(serviceability(couriers, { from, to, kilograms, query, now: Date.now() }))
    })
  }

  api.route('/', parcelApi({ faults, parcels, requireToken }))
  api.all('*', (c) => c.json({ message: 'Not Found', status_code: 404 }, 404))

  /** Shiprocket does both: HTTP 404, and a 404 inside a 200. */
  function notServiceable(c: Context<Env>, message: string) {
    const http404 = faults.shouldInject('courier-http-404', [c.req.query('delivery_postcode') ?? ''])
    return c.json({ status: 404, message }, http404 ? 404 : 200)
  }

  return api
}

const requireToken: MiddlewareHandler<Env> = async (c, next) => {
  if (tokenStatus(c.req.header('authorization')) === 'valid') return next()
  return c.json({ message: 'Unauthenticated.', status_code: 401 }, 401)
}

interface ShiprocketDeps {
  readonly faults: Faults
  readonly parcels: Parcels
}

interface ServiceabilityQuery {
  from: string
  to: string
  kilograms: number
  query: Record<string, string>
  now: number
}

function serviceability(couriers: readonly Courier[], request: ServiceabilityQuery) {
  const { from, to, query } = request
  const zone = zoneOf({ from, to })
  const airOnly = isAirOnly(from) || isAirOnly(to)
  const matching = couriers.filter(
    (courier) =>
      !(airOnly && courier.surface) &&
      !(query.mode === 'Surface' && !courier.surface) &&
      !(query.mode === 'Air' && courier.surface),
  )
  // Shiprocket lists some couriers as blocked, in far zones.
  const blocked = zone === 'z_e' && !airOnly ? matching.filter((courier) => courier.id === 33) : []
  const available = matching
    .filter((courier) => !blocked.includes(courier))
    .map((courier) => toCourierOffer(courier, request, { zone, airOnly }))
  const cheapest =
    available.toSorted((a, b) => Number(a.rate) - Number(b.rate))[0]?.courier_company_id ?? null
  return {
    company_auto_shipment_insurance_setting: false,
    covid_zones: { delivery_zone: null, pickup_zone: null },
    currency: 'INR',
    data: {
      available_courier_companies: available,
      blocked_courier_companies: blocked.map((courier) => ({
        courier_company_id: courier.id,
        courier_name: courier.name,
        block_reason: 'Operational Issues',
        postcode: to,
      })),
      child_courier_id: null,
      is_recommendation_enabled: 1,
      recommendation_advance_rule: 0,
      recommended_by: { id: 6, title: 'Recommendation By Shiprocket' },
      recommended_courier_company_id: cheapest,
      shiprocket_recommended_courier_id: cheapest,
    },
    status: 200,
    seller_address: [],
    label_generate_type: 2,
  }
}

/** The types of some fields differ between couriers, as in Shiprocket's responses. */
function toCourierOffer(
  courier: Courier,
  request: ServiceabilityQuery,
  route: { zone: Zone; airOnly: boolean },
) {
  const { query, to } = request
  const cubicCentimetres = Number(query.length) * Number(query.breadth) * Number(query.height) || 0
  const halfKilograms = chargedHalfKilograms({ kilograms: request.kilograms, cubicCentimetres })
  const freight = rateRupees(courier, { zone: route.zone, chargedHalfKilograms: halfKilograms })
  const declared = Number(query.declared_value) || 0
  const codCharges =
    query.cod === '1'
      ? Math.round(Math.max(courier.cod.min, (declared * courier.cod.percent) / 100) * 100) / 100
      : 0
  const rate = Math.round((freight + codCharges) * 100) / 100
  const days = transitDays(courier, route)
  const etd = new Date(request.now + days * DAY_MS)
  return {
    courier_company_id: courier.id,
    courier_name: courier.name,
    cod: 1,
    cod_charges: codCharges,
    rate: courier.id === 55 ? rate.toFixed(2) : rate,
    freight_charge: freight,
    coverage_charges: 0,
    other_charges: 0,
    rto_charges: freight,
    charge_weight: halfKilograms / 2,
    min_weight: 0.5,
    estimated_delivery_days: courier.id === 33 ? '' : String(days),
    etd: etdFormat.format(etd),
    etd_hours: days * 24 - 5,
    is_surface: courier.surface,
    mode: courier.surface ? 0 : 1,
    rating: courier.id === 51 ? String(courier.rating) : courier.rating,
    zone: route.zone,
    city: cityOf(to),
    state: likelyStateOf(to),
    postcode: to,
    blocked: 0,
    is_hyperlocal: false,
    cutoff_time: '11:00',
    suppression_dates: courier.id === 1 ? [] : courier.id === 43 ? { pickup_date: '' } : null,
    realtime_tracking: 'Real Time',
    pod_available: 'Instant',
  }
}

const etdFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: INDIA_TIME_ZONE,
})

function invalidWeight(c: Context<Env>) {
  const errors = { weight: ['The weight must be a number greater than 0.'] }
  return c.json({ message: 'Oops! Invalid Data.', errors, status_code: 422 }, 422)
}

function missingFields(c: Context<Env>, fields: readonly string[]) {
  const errors = Object.fromEntries(fields.map((field) => [field, [`The ${field} field is required.`]]))
  return c.json({ message: 'Required field missing', errors, status_code: 422 }, 422)
}

function textField(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  const value = Object.entries(body).find(([name]) => name === field)?.[1]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A JSON web token, like Shiprocket's; its signature makes a store unnecessary. */
function createToken(nowSeconds: number): string {
  const claims = { sub: 4200001, iss: 'sandbox', iat: nowSeconds, exp: nowSeconds + TOKEN_EXPIRES_S }
  const input = jwtSigningInput({ alg: 'HS256', typ: 'JWT' }, claims)
  return `${input}.${signatureOf(input)}`
}

function tokenStatus(header: string | undefined): 'valid' | 'expired' | 'invalid' {
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
  const end = token.lastIndexOf('.')
  const input = token.slice(0, Math.max(end, 0))
  if (!isSameSecret(token.slice(end + 1), signatureOf(input))) return 'invalid'
  const claims = JSON.parse(Buffer.from(input.split('.')[1] ?? '', 'base64url').toString())
  return claims.exp * 1000 > Date.now() ? 'valid' : 'expired'
}

function signatureOf(input: string): string {
  return createHmac('sha256', TOKEN_KEY).update(input).digest('base64url')
}
