/** Runs the sandbox as a process. Prints its addresses as one line of JSON; stops on SIGTERM or SIGINT. */
import { z } from 'zod'
import { PROVIDERS, startSandbox } from './sandbox.ts'

const port = z.coerce.number().int().min(0).max(65_535).default(0)

const environment = z
  .object({
    SANDBOX_PORT: port,
    SANDBOX_HOST: z.string().optional(),
    SANDBOX_PUBLIC_URL: z.url().optional(),
    SANDBOX_STORE_FILE: z.string().optional(),
    SANDBOX_SMTP_PORT: port,
    /** Separated by commas. */
    SANDBOX_PROVIDERS: z
      .string()
      .transform((names) => names.split(','))
      .pipe(z.array(z.enum(PROVIDERS)))
      .optional(),
    SHOP_URL: z.url(),
  })
  .safeParse(process.env)

if (!environment.success) {
  process.stderr.write(`The sandbox cannot start.\n${z.prettifyError(environment.error)}\n`)
  process.exit(1)
}

const env = environment.data
try {
  const {
    faults: _,
    close,
    ...addresses
  } = await startSandbox({
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    publicUrl: env.SANDBOX_PUBLIC_URL,
    storeFile: env.SANDBOX_STORE_FILE,
    smtpPort: env.SANDBOX_SMTP_PORT,
    providers: env.SANDBOX_PROVIDERS,
    shopUrl: env.SHOP_URL,
  })
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
  const stop = () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
