import { Controller, Get, Post } from '@nestjs/common';
import { undeclaredRoutes } from './declared-access';
import { Public, RequireScope } from './route-access.decorator';

@Controller('half')
class HalfDeclared {
  @Get()
  @RequireScope('read')
  list() {
    return this.helper();
  }

  @Post()
  create() {
    return this.helper();
  }

  helper() {
    return [];
  }
}

@Controller('open')
@Public()
class Declared {
  @Get()
  list() {
    return [];
  }
}

test('a route that declares no access is named; whatever is no route is not', () => {
  expect(undeclaredRoutes([HalfDeclared, Declared])).toEqual(['HalfDeclared.create']);
});
