import { Link } from 'wouter';
import { Page } from '../shown/page';
import { consoleRoot } from './console-root';
import { GoogleButton } from './google-button';
import { SignInForm } from './sign-in-form';

/** What every page is for who is not signed in; its address stays, so that he is there afterwards. */
export function SignInPage() {
  return (
    <Page title="Sign in">
      <SignInForm />
      <GoogleButton />
      <p>
        <Link href="/register">Make an account</Link> · <a href={`${consoleRoot}/forgot-password`}>Forgot the password?</a>
      </p>
    </Page>
  );
}
