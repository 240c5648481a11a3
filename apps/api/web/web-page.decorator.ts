import { applyDecorators, Controller, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/route-access.decorator';
import { PageFailureFilter } from './page-failure.filter';
import { PageInterceptor } from './page.interceptor';

/** A controller whose handlers give pages for browsers: under `/app`, without a credential, failures as pages too. */
export const WebPages = (path = ''): ClassDecorator =>
  applyDecorators(
    Controller(`app${path}`),
    Public(),
    ApiExcludeController(),
    UseInterceptors(PageInterceptor),
    UseFilters(PageFailureFilter),
  );
