import { Link } from 'react-router'
import { AUTH_PATHS } from '#contract/auth.ts'
import { paths } from '#app/paths.ts'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { AuthForm } from './AuthForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useReturnPath } from './use-auth-page.ts'
import { GOOGLE_ERROR_TEXT, signInErrorText } from './texts.ts'

export default function LoginForm() {
  const { from } = useReturnPath()
  return (
    <AuthForm
      title="Welcome Back"
      submitPath={AUTH_PATHS.signIn}
      errorText={signInErrorText}
      submit={{ label: 'Sign in', busyLabel: 'Signing in...' }}
      google={{ label: 'Sign in with Google', errorText: GOOGLE_ERROR_TEXT.login }}
      pagePath={paths.login}
      instead={{ question: 'New here?', label: 'Sign up', to: paths.signup }}
    >
      <Field {...EMAIL_INPUT} label="Email" autoComplete="username" required />
      <PasswordField label="Password" />
      <Link
        to={paths.forgotPassword(from)}
        className="link -my-2 inline-flex min-h-11 items-center justify-self-end text-sm"
      >
        Forgot password?
      </Link>
    </AuthForm>
  )
}
